let region: HTMLElement | undefined;

/** Says a sentence to screen readers, through one polite region shared by the whole page. */
export function announce(sentence: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.className = 'vh';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  // A repeated sentence is only spoken when the text changes.
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
