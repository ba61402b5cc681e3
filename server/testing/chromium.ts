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
  /** Opens an address and waits until it has loaded, or cannot be reached. */
  goto(url: string): Promise<void>;
  /** The value of an expression, promises awaited, as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the element of the selector as a person would, and waits for the next page. */
  press(selector: string): Promise<void>;
  /** A picture of a window of this size, as PNG. */
  screenshot(width: number, height: number, isDark?: boolean): Promise<Buffer>;
  close(): Promise<void>;
}

interface ProtocolMessage {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the browser's protocol
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
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the browser ended: ${output}`)));
  });
  const connection = await connect(address);
  return {
    open: () => openTab(connection),
    async close() {
      connection.close();
      child.kill();
      await ended;
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface DebugConnection {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's protocol
  call(method: string, params?: object, sessionId?: string): Promise<any>;
  /** The next message of this name in a session, or null after that time. */
  next(method: string, sessionId: string, milliseconds: number): Promise<ProtocolMessage | null>;
  close(): void;
}

/** The browser's own protocol: numbered calls, and events. */
async function connect(address: string): Promise<DebugConnection> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the browser does not respond')), { once: true });
  });
  const waiting = new Map<number, (message: ProtocolMessage) => void>();
  const listeners = new Set<(message: ProtocolMessage) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as ProtocolMessage; // the browser's protocol
    if (message.id === undefined) for (const listener of listeners) listener(message);
    else waiting.get(message.id)?.(message);
  });
  let lastId = 0;
  return {
    call(method, params = {}, sessionId) {
      lastId += 1;
      const id = lastId;
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
        const done = (message: ProtocolMessage | null): void => {
          clearTimeout(timer);
          listeners.delete(listener);
          resolve(message);
        };
        const listener = (message: ProtocolMessage): void => {
          if (message.method === method && message.sessionId === sessionId) done(message);
        };
        const timer = setTimeout(() => done(null), milliseconds);
        listeners.add(listener);
      }),
    close: () => socket.close(),
  };
}

const maxWaitMs = 10_000;

async function openTab(connection: DebugConnection): Promise<Tab> {
  const { targetId } = await connection.call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection.call('Target.attachToTarget', { targetId, flatten: true });
  await connection.call('Page.enable', {}, sessionId);
  const evaluate = async (expression: string): Promise<unknown> => {
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await connection.call('Runtime.evaluate', params, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return {
    evaluate,
    async goto(url) {
      const loaded = connection.next('Page.loadEventFired', sessionId, maxWaitMs);
      const { errorText } = await connection.call('Page.navigate', { url }, sessionId);
      if (!errorText) await loaded;
    },
    async press(selector) {
      const loaded = connection.next('Page.loadEventFired', sessionId, maxWaitMs);
      await evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
      if ((await loaded) === null) throw new Error(`clicking ${selector} loaded no page`);
    },
    async screenshot(width, height, isDark = false) {
      const metrics = { width, height, deviceScaleFactor: 2, mobile: width < 500 };
      await connection.call('Emulation.setDeviceMetricsOverride', metrics, sessionId);
      const features = [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }];
      await connection.call('Emulation.setEmulatedMedia', { features }, sessionId);
      const { data } = await connection.call('Page.captureScreenshot', { format: 'png' }, sessionId);
      return Buffer.from(String(data), 'base64');
    },
    async close() {
      await connection.call('Target.closeTarget', { targetId });
    },
  };
}
