(function () {
  "use strict";
  var place = "advisor:" + document.title + ":" + (document.querySelector(".digest") || {}).textContent + ":";
  function kept(key) { try { return localStorage.getItem(place + key); } catch (error) { return null; } }
  function keep(key, value) { try { localStorage.setItem(place + key, value); } catch (error) { /* a page without storage forgets */ } }
  document.querySelectorAll("input[type=checkbox][data-key]").forEach(function (box) {
    box.checked = kept(box.dataset.key) === "1";
    box.addEventListener("change", function () { keep(box.dataset.key, box.checked ? "1" : "0"); });
  });
  function copied(button) {
    var before = button.textContent;
    button.textContent = "Copied";
    setTimeout(function () { button.textContent = before; }, 1500);
  }
  function byHand(text, button) {
    var area = document.createElement("textarea");
    area.value = text; area.setAttribute("readonly", ""); area.style.position = "fixed"; area.style.opacity = "0";
    document.body.appendChild(area); area.select();
    if (document.execCommand("copy")) { copied(button); }
    document.body.removeChild(area); button.focus();
  }
  document.querySelectorAll(".block").forEach(function (block) {
    var button = document.createElement("button");
    button.type = "button"; button.textContent = "Copy"; button.setAttribute("aria-label", "Copy: " + (block.dataset.label || "the command"));
    button.addEventListener("click", function () {
      var text = block.querySelector("pre").textContent;
      if (navigator.clipboard && window.isSecureContext) {
        navigator.clipboard.writeText(text).then(function () { copied(button); }, function () { byHand(text, button); });
      } else { byHand(text, button); }
    });
    block.appendChild(button);
  });
}());
