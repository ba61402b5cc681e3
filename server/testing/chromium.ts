import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = '/usr/bin/chromium';

/** Whether this machine has the real browser (`apt-get install chromium`). */
export const hasChromium = (): boolean => existsSync(program);

/** A real browser without a screen. It reaches this machine and nothing else. */
export interface Chromium {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  /** Goes to an address and waits until it is there, or cannot be reached. */
  goto(url: string): Promise<void>;
  /** What an expression gives, promises awaited, as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses what the selector finds as a person would, and waits for the page that follows. */
  press(selector: string): Promise<void>;
  /** A picture of a window of this size, as PNG. */
  screenshot(width: number, height: number, isDark?: boolean): Promise<Buffer>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the browser says
  readonly result?: any;
  readonly error?: { readonly message: string };
}

export async function startChromium(): Promise<Chromium> {
  const home = await mkdtemp(join(tmpdir(), 'chromium-'));
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${home}`,
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    'about:blank',
  ];
  const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(told)?.[1];
      if (found) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the browser ended: ${told}`)));
  });
  const line = await connect(address);
  return {
    open: () => openTab(line),
    async close() {
      line.close();
      child.kill();
      await ended;
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Line {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the browser says
  ask(method: string, params?: object, sessionId?: string): Promise<any>;
  /** The next message of this name in a session, or null after a while. */
  next(method: string, sessionId: string, milliseconds: number): Promise<Message | null>;
  close(): void;
}

/** The browser's own protocol: questions with numbers, and news. */
async function connect(address: string): Promise<Line> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the browser does not answer')), { once: true });
  });
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message; // the browser's protocol
    if (message.id === undefined) for (const listener of listeners) listener(message);
    else waiting.get(message.id)?.(message);
  });
  let asked = 0;
  return {
    ask(method, params = {}, sessionId) {
      asked += 1;
      const id = asked;
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result);
        });
      });
    },
    next: (method, sessionId, milliseconds) =>
      new Promise((resolve) => {
        const done = (message: Message | null): void => {
          clearTimeout(timer);
          listeners.delete(listener);
          resolve(message);
        };
        const listener = (message: Message): void => {
          if (message.method === method && message.sessionId === sessionId) done(message);
        };
        const timer = setTimeout(() => done(null), milliseconds);
        listeners.add(listener);
      }),
    close: () => socket.close(),
  };
}

const patienceMs = 10_000;

async function openTab(line: Line): Promise<Tab> {
  const { targetId } = await line.ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await line.ask('Target.attachToTarget', { targetId, flatten: true });
  await line.ask('Page.enable', {}, sessionId);
  const evaluate = async (expression: string): Promise<unknown> => {
    const asked = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await line.ask('Runtime.evaluate', asked, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return {
    evaluate,
    async goto(url) {
      const loaded = line.next('Page.loadEventFired', sessionId, patienceMs);
      const { errorText } = await line.ask('Page.navigate', { url }, sessionId);
      if (!errorText) await loaded;
    },
    async press(selector) {
      const loaded = line.next('Page.loadEventFired', sessionId, patienceMs);
      await evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
      if ((await loaded) === null) throw new Error(`pressing ${selector} led nowhere`);
    },
    async screenshot(width, height, isDark = false) {
      const metrics = { width, height, deviceScaleFactor: 2, mobile: width < 500 };
      await line.ask('Emulation.setDeviceMetricsOverride', metrics, sessionId);
      const features = [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }];
      await line.ask('Emulation.setEmulatedMedia', { features }, sessionId);
      const { data } = await line.ask('Page.captureScreenshot', { format: 'png' }, sessionId);
      return Buffer.from(String(data), 'base64');
    },
    async close() {
      await line.ask('Target.closeTarget', { targetId });
    },
  };
}
