(function (index) {
  "use strict";
  var stop = {};
  index.stop.forEach(function (word) { stop[word] = true; });
  function stem(word) {
    var endings = ["ings", "ing", "ed", "es", "s", "e"];
    for (var i = 0; i < endings.length; i += 1) {
      var at = word.length - endings[i].length;
      if (at >= 4 && word.slice(at) === endings[i]) { return word.slice(0, at); }
    }
    return word.length === 4 && word.slice(3) === "s" ? word.slice(0, 3) : word;
  }
  function words(text) {
    var all = text.toLowerCase().replace(/-/g, " ").match(/[a-z0-9äöüß][a-z0-9äöüß_.\/+-]*[a-z0-9äöüß+]|[a-z0-9]/g) || [];
    var seen = {};
    return all.filter(function (word) { return !stop[word]; }).map(stem).filter(function (word) {
      var again = seen["$" + word];
      seen["$" + word] = true;
      return !again;
    });
  }
  function hits(word) {
    if (Object.prototype.hasOwnProperty.call(index.words, word)) { return index.words[word]; }
    var found = [];
    if (word.length > 2) {
      Object.keys(index.words).forEach(function (key) { if (key.indexOf(word) === 0) { found = found.concat(index.words[key]); } });
    }
    return found;
  }
  function find(query) {
    var weights = {};
    words(query).forEach(function (word) {
      hits(word).forEach(function (hit) { weights[hit[0]] = (weights[hit[0]] || 0) + hit[1]; });
    });
    return Object.keys(weights).map(Number).sort(function (a, b) { return weights[b] - weights[a] || a - b; });
  }
  window.find = find;
  var box = document.getElementById("q"), list = document.getElementById("hits"), said = document.getElementById("said");
  function show() {
    var found = box.value.trim() ? find(box.value).slice(0, 8) : [];
    list.textContent = "";
    found.forEach(function (number) {
      var entry = index.cases[number], item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("div");
      link.href = entry[0] + ".html"; link.textContent = entry[2];
      text.className = "soft"; text.textContent = entry[3];
      item.appendChild(link); item.appendChild(text); list.appendChild(item);
    });
    said.textContent = box.value.trim() ? (found.length ? found.length + " runbooks, the likeliest first" : "Nothing fits these words; try the symptoms below") : "";
  }
  box.addEventListener("input", show);
  document.getElementById("search").addEventListener("submit", function (event) {
    event.preventDefault();
    if (list.querySelector("a")) { list.querySelector("a").focus(); }
  });
  show();
})
