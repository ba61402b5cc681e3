import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const hash = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** An argon2id hash in its usual text form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await limited(() => digest(password, nonce));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(nonce)}$${bare(tag)}`;
}

/** Takes the same time for a wrong password and, given `null`, for an account that does not exist. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const [, , , , nonce, tag] = (stored ?? absentHash).split('$');
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await limited(() => digest(password, Buffer.from(nonce ?? '', 'base64')));
  return timingSafeEqual(expected, actual) && stored !== null;
}

const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const absentHash = `$argon2id$v=19$m=19456,t=2,p=1$${bare(randomBytes(16))}$${bare(randomBytes(32))}`;

const digest = (password: string, nonce: Buffer): Promise<Buffer> => {
  const parameters: Argon2Parameters = { message: password, nonce, ...cost };
  return hash('argon2id', parameters) as Promise<Buffer>; // promisify loses the callback's value type
};

// Why: each digest takes 19 MiB and a slot of the thread pool; more than two at once would starve file and DNS work.
const waiting: (() => void)[] = [];
let running = 0;

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
