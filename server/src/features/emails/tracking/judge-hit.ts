export type HitVerdict = 'human' | 'machine' | 'unsure';

/** The facts of a request for a pixel or a link that show whether a person made it. */
export interface HitFacts {
  readonly kind: 'open' | 'click';
  readonly isHead: boolean;
  /** `Sec-Purpose` or one of its older names. */
  readonly purpose: string | null;
  readonly userAgent: string | null;
  /** Time since the hand-over; null when the mail is not known to be handed over. */
  readonly ageMs: number | null;
}

export interface HitJudgement {
  readonly verdict: HitVerdict;
  /** A code for the timeline; null for an ordinary hit by a person. */
  readonly reason: string | null;
}

const shortestAgeMs = 2_000;

/** User agents of mail filters and link previews. */
const scanners =
  /(?<!cu)bot\b|crawl|spider|scan|preview|slurp|headless|phantomjs|lighthouse|barracuda|proofpoint|mimecast|forcepoint|fireeye|trellix|trendmicro|symantec|messagelabs|sophos|ironport|cloudmark|zscaler|checkpoint|safelinks|google-safety|virustotal|urlvoid|facebookexternalhit|whatsapp|skypeuri/i;
/** User agents of programs that are neither mail reader nor browser. */
const programs =
  /^(curl|wget|node|deno|bun|undici|axios|got|ruby|php|perl|java|dart|postmanruntime|insomnia|httpie|powershell)\b|python|libwww|okhttp|httpclient|http-client|aiohttp|httpx|go-http|restsharp|winhttp/i;
/** Proxies that fetch a picture when a person looks at the mail. */
const imageProxies = /googleimageproxy|yahoomailproxy/i;
/** The user agent of a proxy that fetches every picture in advance. */
const bareAgent = /^mozilla\/5\.0$/i;

/** D-663, except for the rule about several links of one mail, see `findBursts`. */
export function judgeHit({ kind, isHead, purpose, userAgent, ageMs }: HitFacts): HitJudgement {
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

const machine = (reason: string): HitJudgement => ({ verdict: 'machine', reason });
