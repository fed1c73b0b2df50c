
(function () {
  "use strict";
  var place = "advisor:" + document.title + ":" + (document.querySelector(".digest") || {}).textContent + ":";
  function kept(key) { try { return localStorage.getItem(place + key); } catch (error) { return null; } }
  function keep(key, value) { try { localStorage.setItem(place + key, value); } catch (error) { /* a page without storage forgets */ } }
  var boxes = Array.prototype.slice.call(document.querySelectorAll("input[type=checkbox][data-key]"));
  var said = document.querySelector(".progress");
  function count() {
    if (!said) { return; }
    var done = boxes.filter(function (box) { return box.checked; }).length;
    said.firstChild.textContent = done + " of " + boxes.length + " steps done";
    said.lastChild.hidden = !done;
  }
  if (said && boxes.length) {
    var text = document.createElement("span"), again = document.createElement("button");
    text.setAttribute("role", "status");
    again.type = "button"; again.textContent = "Clear the ticks";
    again.addEventListener("click", function () {
      boxes.forEach(function (box) { box.checked = false; keep(box.dataset.key, "0"); });
      count(); boxes[0].focus();
    });
    said.textContent = ""; said.appendChild(text); said.appendChild(again);
  }
  boxes.forEach(function (box) {
    box.checked = kept(box.dataset.key) === "1";
    box.addEventListener("change", function () { keep(box.dataset.key, box.checked ? "1" : "0"); count(); });
  });
  if (boxes.length) { count(); }
  function copied(button, worked) {
    button.textContent = worked ? "Copied" : "Marked: press Ctrl+C";
    setTimeout(function () { button.textContent = "Copy"; }, worked ? 1500 : 6000);
  }
  function byHand(text, button) {
    var area = document.createElement("textarea"), worked = false;
    area.value = text; area.setAttribute("readonly", ""); area.setAttribute("aria-hidden", "true");
    area.style.position = "fixed"; area.style.opacity = "0";
    document.body.appendChild(area); area.select();
    try { worked = document.execCommand("copy"); } catch (error) { worked = false; }
    document.body.removeChild(area); button.focus();
    if (!worked) { getSelection().selectAllChildren(button.parentNode.querySelector("pre")); }
    copied(button, worked);
  }
  document.querySelectorAll(".block").forEach(function (block) {
    var button = document.createElement("button");
    button.type = "button"; button.textContent = "Copy"; button.setAttribute("aria-label", "Copy: " + (block.dataset.label || "the command"));
    button.addEventListener("click", function () {
      var text = block.querySelector("pre").textContent;
      if (navigator.clipboard && window.isSecureContext) {
        navigator.clipboard.writeText(text).then(function () { copied(button, true); }, function () { byHand(text, button); });
      } else { byHand(text, button); }
    });
    block.appendChild(button);
  });
  if (window.matchMedia("(max-width: 40rem)").matches) {  // the drawing has to be pushed about there
    document.querySelectorAll("details.words").forEach(function (part) { part.open = true; });
  }
  var opened = [];
  window.addEventListener("beforeprint", function () {
    opened = Array.prototype.filter.call(document.querySelectorAll("details"), function (part) { return !part.open; });
    opened.forEach(function (part) { part.open = true; });
  });
  window.addEventListener("afterprint", function () { opened.forEach(function (part) { part.open = false; }); });
}());
