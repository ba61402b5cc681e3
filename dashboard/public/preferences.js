// Runs before the first paint: theme, density and single-letter keys as this browser keeps them.
(() => {
  const root = document.documentElement;
  const kept = (name) => {
    try {
      return localStorage.getItem(`postrider-${name}`);
    } catch {
      return null; // storage is refused in some private windows
    }
  };
  const theme = kept('theme');
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  if (kept('density') === 'comfortable') root.dataset.density = 'comfortable';
  if (kept('keys') === 'off') root.dataset.keys = 'off';
})();
