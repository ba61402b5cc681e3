/** For libraries that insert style elements: the content policy allows those that carry it. */
export const styleNonce: string = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
