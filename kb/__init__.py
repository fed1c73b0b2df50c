"""The knowledge: vocabulary, findings, cases, questions, phrases and sources. Data only, no logic."""
