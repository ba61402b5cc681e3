import { addressIn, type HeaderBlock, headerBlocks, oneLine } from './header-block.ts';
import { judgeRefusal } from './judge-refusal.ts';
import type { BounceReport } from './report.ts';

const order = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];

/** Reads RFC 3464: blocks of fields, one for the report and one for each recipient. Null when no block has an action or status. */
export function readDeliveryStatus(content: string): BounceReport | null {
  const blocks = headerBlocks(content).filter((block) => block.has('action') || block.has('status'));
  const [block] = blocks.toSorted((left, right) => rank(left) - rank(right));
  if (!block) return null;
  const action = actionOf(block);
  const words = oneLine(withoutType(block.get('diagnostic-code')));
  const recipient = addressIn(block.get('original-recipient')) ?? addressIn(block.get('final-recipient'));
  const { status, isPermanent, isAboutAddress } = judgeRefusal(block.get('status') ?? null, words ?? '');
  const refusal = { status, diagnostic: words ?? oneLine(block.get('status')), recipient };
  if (action === 'failed') {
    return { kind: 'bounce', bounceType: isPermanent ? 'Permanent' : 'Transient', isAboutAddress, ...refusal };
  }
  if (action === 'delayed') return { kind: 'delay', ...refusal };
  return { kind: 'none', why: 'delivered' };
}

const rank = (block: HeaderBlock): number => order.indexOf(actionOf(block));

/** The action of a block. Some reporters leave it out; then the class of the status decides. */
function actionOf(block: HeaderBlock): string {
  const word = /[a-z]+/.exec((block.get('action') ?? '').toLowerCase())?.[0] ?? '';
  if (order.includes(word)) return word;
  const kind = /[245]/.exec(block.get('status') ?? '')?.[0];
  return kind === '4' ? 'delayed' : kind === '2' ? 'delivered' : 'failed';
}

const withoutType = (value: string | undefined): string | undefined => value?.replace(/^\s*[\w-]{1,40}\s*;\s*/, '');
