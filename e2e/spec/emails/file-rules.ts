import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Case, it } from '../entry.ts';
import { answered, invalid } from '../world/expect.ts';
import { send, sendOne } from './new-email.ts';

const file = { filename: 'a.txt', content: Buffer.from('hello').toString('base64'), contentType: 'text/plain' };
const megabyte = 1024 * 1024;
const ofSize = (bytes: number) => ({ ...file, content: Buffer.alloc(bytes, 1).toString('base64') });

/** Attachments of a send (D-614, D-615). */
export const fileRules: readonly Case[] = [
  it('takes ten files and ten megabytes together', async (world) => {
    const owner = await world.own();
    answered(await send(owner, { attachments: Array.from({ length: 10 }, () => ofSize(megabyte)) }), 200);
    invalid(await send(owner, { attachments: Array.from({ length: 11 }, () => file) }), ['attachments', 'too_big']);
    invalid(await send(owner, { attachments: [ofSize(10 * megabyte), file] }), ['attachments', 'too_big']);
    invalid(
      await send(owner, { attachments: Array.from({ length: 11 }, () => ofSize(megabyte)) }),
      ['attachments', 'too_big'],
      ['attachments', 'too_big'],
    );
  }),
  it('keeps what is to be known of a file, and cleans its name', async (world) => {
    const owner = await world.own();
    const attachments = [
      { ...file, filename: '../etc\\a.txt' },
      { ...file, filename: 'logo.png', contentType: 'image/png', contentId: 'logo', disposition: 'inline' },
    ];
    const { email } = await sendOne(owner, { attachments, body: '<img src="cid:logo">' });
    const sha256 = createHash('sha256').update(Buffer.from(file.content, 'base64')).digest('hex');
    assert.deepEqual((await owner.key.get(`/emails/${email}`)).body.attachments, [
      {
        filename: '.._etc_a.txt',
        contentType: 'text/plain',
        size: 5,
        disposition: 'attachment',
        contentId: null,
        sha256,
      },
      { filename: 'logo.png', contentType: 'image/png', size: 5, disposition: 'inline', contentId: 'logo', sha256 },
    ]);
  }),
  it('refuses what no mail can carry', async (world) => {
    const owner = await world.own();
    for (const [fields, field, code] of [
      [{ filename: undefined }, 'filename', 'required'],
      [{ filename: '' }, 'filename', 'too_small'],
      [{ filename: 'a\nb' }, 'filename', 'invalid_string'],
      [{ filename: 'a"b' }, 'filename', 'invalid_string'],
      [{ content: undefined }, 'content', 'required'],
      [{ content: '%' }, 'content', 'invalid_string'],
      [{ content: '' }, 'content', 'too_small'],
      [{ contentType: undefined }, 'contentType', 'required'],
      [{ contentType: 'text' }, 'contentType', 'invalid_string'],
      [{ contentType: 'multipart/mixed' }, 'contentType', 'invalid_string'],
      [{ disposition: 'inline' }, 'contentId', 'required'],
      [{ contentId: 'a b' }, 'contentId', 'invalid_string'],
      [{ disposition: 'none' }, 'disposition', 'invalid_enum_value'],
    ] as const) {
      invalid(await send(owner, { attachments: [{ ...file, ...fields }] }), [`attachments.0.${field}`, code]);
    }
    const twice = { ...file, contentId: 'same' };
    invalid(await send(owner, { attachments: [twice, twice] }), ['attachments.1.contentId', 'custom']);
  }),
];
