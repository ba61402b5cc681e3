import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileForm, testApp } from '#testing';

const megabyte = 1024 * 1024;

test('uploads that do not fit into 40 MB are refused until others end (T31)', async () => {
  const app = await testApp();
  const api = app.as((await app.given.project()).secretKey);
  const upload = async () => (await api.post('/contacts/import', fileForm('email\n'))).status;
  const { secretKey } = await app.given.project();
  /** Sends the beginning of a file of 5 MB, and no more. */
  const begin = () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').resume();
    onTestFinished(() => void socket.destroy());
    const lines = [
      'POST /contacts/import HTTP/1.1',
      'host: x',
      `authorization: Bearer ${secretKey}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${5 * megabyte}`,
      '',
      '--b',
      'content-disposition: form-data; name="file"; filename="a.csv"',
      'content-type: text/csv',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\nemail\r\n`);
    return socket;
  };
  const begun = Array.from({ length: 8 }, begin);
  /** One that was answered was refused on a busy machine, or met an upload of ours: it holds nothing, and another takes its place. */
  const topUp = () => {
    for (const [index, socket] of begun.entries()) if (socket.bytesRead > 0) begun[index] = begin();
  };
  await vi.waitFor(
    async () => {
      topUp();
      expect(await upload()).toBe(503);
    },
    { timeout: 20_000, interval: 50 },
  );

  begun[0]?.destroy();

  await vi.waitFor(async () => expect(await upload()).toBe(202), { timeout: 10_000, interval: 50 });
});
