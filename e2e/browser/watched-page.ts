import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';

/** What must not happen on any page, as it happened. */
export interface PageProblem {
  readonly kind: 'console' | 'error' | 'policy' | 'other host' | 'reply';
  readonly text: string;
}

export interface WatchedPage {
  readonly page: Page;
  /** Everything so far; a run may look at it at any time. */
  readonly problems: readonly PageProblem[];
  /** The status of the reply to the first navigation. */
  readonly status: number;
  close(): Promise<void>;
}

export interface PageOptions {
  /** Whose session the browser has; nobody's unless given. */
  readonly as?: { readonly cookie: string };
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Another instance than the one of the run. */
  readonly url?: string;
}

/** How long a step of a page may take before it is given up. */
const maxStepMs = 60_000;

/** Opens an address in a new profile and records from the first request on. */
export async function openWatched(browser: Browser, url: string, path: string, options: PageOptions = {}) {
  const { as, theme = 'light', width = 1280, height = 800 } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    // Why: a colour that is still changing has no contrast of its own.
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  });
  context.setDefaultTimeout(maxStepMs);
  if (as) await context.addCookies([{ ...cookiePair(as.cookie), url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  const problems = await watch(page, new URL(url).host);
  const reply = await page.goto(url + path);
  const watched: WatchedPage = { page, problems, status: reply?.status() ?? 0, close: () => context.close() };
  return watched;
}

async function watch(page: Page, ownHost: string): Promise<PageProblem[]> {
  const problems: PageProblem[] = [];
  const note = (kind: PageProblem['kind'], text: string): number => problems.push({ kind, text: text.slice(0, 500) });
  page.on('console', (message) => {
    // Why not these: replies are judged below by their status, and inline styles with their place.
    const isStyle = message.text().startsWith('Applying inline style violates');
    const isReply = message.text().startsWith('Failed to load resource: the server responded');
    if (message.type() === 'error' && !isReply && !isStyle && !isRefusedInPreview(message))
      note('console', message.text());
  });
  page.on('pageerror', (error) => note('error', String(error)));
  const noteHost = (request: Request): void => {
    const { protocol, host } = new URL(request.url());
    // What the content policy refuses was never sent.
    const isSent = request.failure()?.errorText !== 'csp';
    if (/^(https?|wss?):$/.test(protocol) && host !== ownHost && isSent) note('other host', request.url());
  };
  page.on('requestfinished', noteHost);
  page.on('requestfailed', noteHost);
  page.on('response', (response) => {
    const isRefusal = response.status() < 500 && isCall(response.request());
    if (response.status() >= 400 && !isRefusal) note('reply', `${response.status()} ${response.url()}`);
  });
  // The name is that of a function in the page, which the page itself does not use.
  await page.exposeFunction('notePolicyViolation', (text: string) => void note('policy', text));
  await page.addInitScript({ content: reportViolations });
  return problems;
}

/** What the policy of a previewed mail refuses inside its frame is as it should be; the console of the page tells of it. */
const isRefusedInPreview = (message: ConsoleMessage): boolean =>
  /^https?:\/\/[^/]+\/preview\//.test(message.location().url) ||
  /^Blocked script execution in '[^']+\/preview\//.test(message.text());

// Why not every style: a browser in which text is edited styles it itself, without a script behind it.
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  if (event.violatedDirective === 'style-src-attr' && !event.sourceFile) return;
  notePolicyViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber);
});`;

/** A call by a script of the page, to which a refusal may be the right reply. */
const isCall = (request: Request): boolean => ['fetch', 'xhr'].includes(request.resourceType());

function cookiePair(cookie: string): { name: string; value: string } {
  const at = cookie.indexOf('=');
  return { name: cookie.slice(0, at), value: cookie.slice(at + 1) };
}
