import { cut } from '#pure/text';
/** A server's reply to a command, parsed. */
export interface SmtpReply {
  readonly code: number;
  /** RFC 3463, for example `5.1.1`; null when the reply has none. */
  readonly enhanced: string | null;
  /** All lines without their codes, joined by spaces, at most 512 characters. */
  readonly text: string;
}

const line = /^(\d{3})(?:[ -]|$)(?:([245]\.\d{1,3}\.\d{1,3})(?: |$))?(.*)$/;

/** Reads one or many lines as received. Null when the text is no reply. */
export function parseReply(raw: string): SmtpReply | null {
  const lines = raw.split(/\r?\n/).map((text) => line.exec(text.trimEnd()));
  const last = lines.findLast((match) => match !== null);
  if (!last) return null;
  const text = lines.flatMap((match) => (match ? [match[3] ?? ''] : [])).join(' ');
  return {
    code: Number(last[1]),
    enhanced: last[2] ?? lines.find((match) => match?.[2])?.[2] ?? null,
    text: cut(printable(text), 512),
  };
}

const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** The id under which a relay queued the message, as the usual servers name it. */
export function queueIdOf(text: string): string | null {
  const match =
    /\bqueued as ([\w.-]{1,128})/i.exec(text) ??
    /\b(?:id|ids)=([\w.-]{1,128})/i.exec(text) ??
    /^\s*ok:? ([0-9a-f-]{16,128})\b/i.exec(text);
  return match?.[1] ?? null;
}
