// Says what to do where the page was opened as a file: browsers refuse the scripts of such a page, but for this one.

if (location.protocol === "file:") {
  for (const each of document.querySelectorAll(".opened")) each.toggleAttribute("hidden");
}
