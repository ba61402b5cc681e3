/** The tab a key leads to, round the ends; null when the key does not move. */
export function nextTab(tabs: readonly string[], selected: string, key: string, isRightToLeft = false): string | null {
  const index = tabs.indexOf(selected);
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case forward:
      return tabs[(index + 1) % tabs.length] ?? null;
    case backward:
      return tabs[(index <= 0 ? tabs.length : index) - 1] ?? null;
    case 'Home':
      return tabs[0] ?? null;
    case 'End':
      return tabs.at(-1) ?? null;
    default:
      return null;
  }
}
