export type Verdict = 'human' | 'machine' | 'unsure';

/** A request for a pixel or a link, as far as it tells who is behind it. */
export interface HitFacts {
  readonly kind: 'open' | 'click';
  readonly isHead: boolean;
  /** `Sec-Purpose` or one of its older names. */
  readonly purpose: string | null;
  readonly userAgent: string | null;
  /** Since the mail was handed over; null when nothing says that it was. */
  readonly ageMs: number | null;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** One word for the timeline; null for a person without anything special. */
  readonly reason: string | null;
}

const shortestAgeMs = 2_000;

/** Names that mail filters and link previews give themselves. */
const scanners =
  /(?<!cu)bot\b|crawl|spider|scan|preview|slurp|headless|phantomjs|lighthouse|barracuda|proofpoint|mimecast|forcepoint|fireeye|trellix|trendmicro|symantec|messagelabs|sophos|ironport|cloudmark|zscaler|checkpoint|safelinks|google-safety|virustotal|urlvoid|facebookexternalhit|whatsapp|skypeuri/i;
/** Programs that are no mail reader and no browser. */
const programs =
  /^(curl|wget|node|deno|bun|undici|axios|got|ruby|php|perl|java|dart|postmanruntime|insomnia|httpie|powershell)\b|python|libwww|okhttp|httpclient|http-client|aiohttp|httpx|go-http|restsharp|winhttp/i;
/** Fetch a picture for somebody who is looking at the mail. */
const imageProxies = /googleimageproxy|yahoomailproxy/i;
/** What a proxy says that fetches every picture before anybody looks. */
const bareAgent = /^mozilla\/5\.0$/i;

/** D-663, all but the rule about several links of one mail, which needs the others. */
export function judgeHit({ kind, isHead, purpose, userAgent, ageMs }: HitFacts): Judgement {
  const agent = userAgent?.trim() ?? '';
  if (isHead) return machine('head');
  if (purpose !== null && /prefetch|prerender|preview/i.test(purpose)) return machine('prefetch');
  if (ageMs === null || ageMs < shortestAgeMs) return machine('too_soon');
  if (imageProxies.test(agent)) return { verdict: 'human', reason: 'image_proxy' };
  if (scanners.test(agent)) return machine('scanner');
  if (programs.test(agent)) return machine('program');
  if (agent === '') return { verdict: 'unsure', reason: 'no_agent' };
  if (kind === 'open' && bareAgent.test(agent)) return { verdict: 'unsure', reason: 'privacy_proxy' };
  return { verdict: 'human', reason: null };
}

const machine = (reason: string): Judgement => ({ verdict: 'machine', reason });
