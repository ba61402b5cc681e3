import { announce } from './announce.ts';

/** Puts a text on the clipboard and says so. False if the browser refused it. */
export async function copyText(text: string, what: string): Promise<boolean> {
  const isCopied = await writeClipboard(text);
  announce(isCopied ? `Copied ${what}` : `Could not copy ${what}. Select it and copy by hand.`);
  return isCopied;
}

/** The clipboard can be refused by the browser, or absent on a page without TLS. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Why the old command: an instance on a plain http address in a local network has no clipboard interface. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'vh';
  area.readOnly = true;
  const focused = document.activeElement;
  // A dialog holds the focus: a text area outside of it could not be selected.
  (focused?.closest('dialog, [role="dialog"]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
