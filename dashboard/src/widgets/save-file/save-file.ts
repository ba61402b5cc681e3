const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** Offers a text as a file for saving. */
export function saveFile(name: string, text: string, type: keyof typeof types): void {
  const address = URL.createObjectURL(new Blob([text], { type: types[type] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Why later: some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
