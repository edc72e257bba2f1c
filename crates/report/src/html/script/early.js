// Before anything is drawn: the page has a script, and the reader may have chosen colours the last time.
document.documentElement.classList.add("js");
try {
  const theme = localStorage.getItem("whydunit-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Pages from files may have no storage; then the system's colours are used.
}
