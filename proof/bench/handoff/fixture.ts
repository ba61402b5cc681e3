import { generateKeyPairSync } from 'node:crypto';

/** The message both sides send: an ordinary receipt, a few kilobytes of HTML and its text. */
export const subject = 'Your receipt from Acme';
export const text = 'Thank you for your order. '.repeat(60);
export const html = `<html><body>${'<p style="margin:0">Thank you for your <b>order</b>.</p>'.repeat(60)}</body></html>`;

export const senderDomain = 'acme.example';
export const connections = 20;

export function makeKey(): { publicKey: string; privateKey: string } {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
