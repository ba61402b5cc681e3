import type { FastifyRequest } from 'fastify';
import { Invalid, Refusal } from '#platform/refusals';
import { drainRequest } from './drain-request.ts';
import { UnreadableUpload } from './refusals.ts';
import type { UploadedFile, UploadRules } from './route.ts';

/** Everything but the file in a multipart body: boundaries, headers, small fields. */
const maxAround = 64 * 1024;

/**
 * Reads the file of a multipart body (D-112, D-228, D-1030). The limit is checked while reading: beyond it nothing more is
 * kept. Other parts are ignored.
 */
export async function readUpload(request: FastifyRequest, rules: UploadRules): Promise<UploadedFile> {
  try {
    if (Number(request.headers['content-length'] ?? 0) > rules.maxBytes + maxAround) throw tooBig(rules);
    const file = request.isMultipart() ? await findFile(request, rules) : null;
    if (!file) throw problem(rules, 'required', 'This field is required.');
    if (file.bytes.length === 0) throw problem(rules, 'too_small', 'The file is empty.');
    return file;
  } catch (error) {
    drainRequest(request);
    throw error instanceof Refusal ? error : UnreadableUpload();
  }
}

async function findFile(request: FastifyRequest, rules: UploadRules): Promise<UploadedFile | null> {
  let found: UploadedFile | null = null;
  const limits = { fileSize: rules.maxBytes, files: 5, fields: 20, parts: 20, fieldSize: 10_000, headerPairs: 50 };
  const names = partNames(rules);
  // A part with such a name is a file, also without a file name.
  const isPartAFile = (field: string | undefined, _type: string | undefined, name: string | undefined): boolean =>
    names.some((one) => one === field) || name !== undefined;
  const options = { limits, throwFileSizeLimit: false, isPartAFile };
  for await (const part of request.parts(options)) {
    if (part.type !== 'file') continue;
    if (!names.includes(part.fieldname) || found) part.file.resume();
    else found = { name: part.filename ?? '', type: part.mimetype.toLowerCase(), bytes: await keep(part.file, rules) };
  }
  return found;
}

async function keep(stream: AsyncIterable<Buffer> & { truncated: boolean }, rules: UploadRules): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.truncated) throw tooBig(rules);
    chunks.push(chunk);
  }
  if (stream.truncated) throw tooBig(rules);
  return Buffer.concat(chunks);
}

const problem = (rules: UploadRules, code: string, message: string): Refusal =>
  Invalid([{ field: partNames(rules)[0], code, message }]);

const tooBig = (rules: UploadRules): Refusal => problem(rules, 'too_big', `At most ${rules.maxBytes} bytes.`);

export const partNames = ({ parts = ['file'] }: UploadRules): readonly [string, ...string[]] => parts;
