import { type JsonObject, type JsonValue, readJsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { CallOutcome } from './happening.ts';

type Reply = Extract<CallOutcome, { kind: 'reply' }>;

/** The body of a reply: `json` is undefined when it is none, or was not read to its end. */
export type ReplyBody = { readonly text: string; readonly bytes: number; readonly json: JsonValue | undefined };

export function readReply({ body, isWhole }: Reply): ReplyBody {
  const text = cut(body, limits.callReplyBytes);
  const bytes = Buffer.byteLength(text);
  return { text, bytes, json: isWhole && body.length <= limits.callReplyBytes ? parse(body) : undefined };
}

/** What the output shows of it. */
export function shownResponse({ text, bytes, json }: ReplyBody): JsonObject {
  const max = limits.webhookShownBytes;
  if (json !== undefined && Buffer.byteLength(JSON.stringify(json)) <= max) {
    return { response: json, responseTruncated: false };
  }
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(max)); // whole characters only
  return { response: text.slice(0, read), responseTruncated: bytes > max };
}

/** A value that can be stored: nested no deeper than a request may be, without U+0000. */
function parse(body: string): JsonValue | undefined {
  try {
    const problems: Parameters<typeof readJsonValue>[2] = [];
    const nesting = { maxLevels: limits.jsonLevels, subject: 'A reply' };
    const value = readJsonValue(JSON.parse(body), [], problems, nesting);
    return problems.length > 0 ? undefined : value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
