import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { type Certificate, selfSigned } from './certificates.ts';
import type { SmtpResult } from './inbound-setup.ts';
import { startTestApp, type TestApp, type TestOptions } from './test-app.ts';

export const submissionHost = 'smtp.postrider.example';

let made: Certificate | null = null;
/** One for all setups of a file: making it takes a process. */
export const submissionCertificate = (): Certificate => {
  made ??= selfSigned([`DNS:${submissionHost}`, 'IP:127.0.0.1']);
  return made;
};

/** What an instance needs to take mail of programs on both of its ports. */
export const submissionSettings = (): Record<string, string> => {
  const { cert, key } = submissionCertificate();
  return {
    SUBMISSION_PORT: '0',
    SUBMISSION_TLS_PORT: '0',
    SUBMISSION_LISTEN: '127.0.0.1',
    SUBMISSION_HOST: submissionHost,
    SUBMISSION_TLS_CERT: cert,
    SUBMISSION_TLS_KEY: key,
  };
};

/** An instance that takes mail of programs. */
export interface SubmissionSetup extends TestApp {
  readonly port: number;
  readonly tlsPort: number;
}

/** One for the tests of a file: `close` it after the last. */
export async function openSubmissionSetup(
  template: string,
  settings: Record<string, string> = {},
  options: TestOptions = {},
): Promise<SubmissionSetup> {
  const app = await startTestApp(template, { ...submissionSettings(), ...settings }, options);
  const { submission: port = 0, 'submission-tls': tlsPort = 0 } = app.app.ports;
  return { ...app, port, tlsPort };
}

interface SmtpProgram {
  readonly port: number;
  readonly key: string;
  readonly user?: string;
  /** TLS from the first byte; STARTTLS otherwise. */
  readonly secure?: boolean;
}

/** Sends as a program does that has our certificate among those it trusts. Returns the last reply. */
export async function submit(
  { port, key, user = 'any', secure = false }: SmtpProgram,
  mail: SendMailOptions,
): Promise<SmtpResult> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    secure,
    requireTLS: !secure,
    auth: { user, pass: key },
    tls: { ca: submissionCertificate().cert, servername: submissionHost },
  });
  try {
    const { response } = await transport.sendMail(mail);
    return { code: Number(response.slice(0, 3)), text: response };
  } catch (error) {
    const { responseCode = 0, message, response } = error as Error & { responseCode?: number; response?: string }; // of the library
    return { code: responseCode, text: response ?? message };
  } finally {
    transport.close();
  }
}

/** A session by hand: what no library would send. */
export class SmtpSession {
  #socket: Socket;
  #received = '';
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen(socket);
  }

  /** Connects and reads the greeting. */
  static async open(port: number, { secure = false } = {}): Promise<SmtpSession> {
    const socket = secure
      ? connectTls({ port, host: '127.0.0.1', ca: submissionCertificate().cert, servername: submissionHost })
      : connectPlain(port, '127.0.0.1');
    const session = new SmtpSession(socket);
    await session.reply();
    return session;
  }

  /** The same with a log-in over TLS. */
  static async loggedIn(tlsPort: number, key: string): Promise<SmtpSession> {
    const session = await SmtpSession.open(tlsPort, { secure: true });
    await session.say('EHLO client.example');
    const reply = await session.say(`AUTH PLAIN ${plainLogIn(key)}`);
    if (!reply.startsWith('235')) throw new Error(reply);
    return session;
  }

  #listen(socket: Socket): void {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#received += text;
      socket.emit('more');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
      socket.emit('more');
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(text: string | Buffer): void {
    this.#socket.write(text);
  }

  /** The next whole reply, all of its lines; empty when the connection has ended. */
  async reply(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\n/.exec(this.#received)?.[0];
      if (whole !== undefined) {
        this.#received = this.#received.slice(whole.length);
        return whole.trimEnd();
      }
      if (this.#isClosed) return '';
      await once(this.#socket, 'more');
    }
  }

  say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  /** Everything up to the data; returns the reply to it. */
  async beginMail(...recipients: readonly string[]): Promise<string> {
    await this.say('MAIL FROM:<app@client.example>');
    for (const recipient of recipients) await this.say(`RCPT TO:<${recipient}>`);
    return this.say('DATA');
  }

  async startTls(): Promise<void> {
    this.#socket.removeAllListeners('data');
    const secured = connectTls({ socket: this.#socket, ca: submissionCertificate().cert, servername: submissionHost });
    this.#socket = secured;
    this.#received = '';
    this.#listen(secured);
    await once(secured, 'secureConnect');
  }

  cut(): void {
    this.#socket.destroy();
  }
}

export const plainLogIn = (key: string): string => Buffer.from(`\0any\0${key}`).toString('base64');
