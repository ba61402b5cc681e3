import { cut } from '#pure/text';
/** A server's answer to a command, taken apart. */
export interface Reply {
  readonly code: number;
  /** RFC 3463, for example `5.1.1`; null when the answer has none. */
  readonly enhanced: string | null;
  /** All lines without their codes, joined by spaces, at most 512 characters. */
  readonly text: string;
}

const line = /^(\d{3})(?:[ -]|$)(?:([245]\.\d{1,3}\.\d{1,3})(?: |$))?(.*)$/;

/** Reads one or many lines as they came from the wire. Null for what is no reply at all. */
export function parseReply(raw: string): Reply | null {
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
