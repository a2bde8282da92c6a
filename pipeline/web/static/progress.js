// The page without a script asks again by itself; with one, only as long as it is looked at.
(() => {
  const again = () => (document.hidden ? setTimeout(again, 1500) : location.reload());
  setTimeout(again, 1500);
})();
