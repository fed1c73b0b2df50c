// Prepares the page before textual.js, which starts when everything is loaded, and shows how the program fares.
"use strict";

const terminal = document.getElementById("terminal");
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
terminal.dataset.sessionWebsocketUrl = `${scheme}//${location.host}/ws`;

const again = document.getElementById("again");
again.addEventListener("click", () => location.replace("/"));

// textual.js marks the body when the first output comes and when the connection closes.
new MutationObserver(() => {
  const marks = document.body.classList;
  const starting = document.getElementById("starting");
  if (!starting.hidden && marks.contains("-first-byte")) {
    document.querySelector(".xterm-helper-textarea").focus();
  }
  starting.hidden ||= marks.contains("-first-byte") || marks.contains("-closed");
  if (marks.contains("-closed")) {
    document.getElementById("ended").hidden = false;
    again.focus();
  }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
