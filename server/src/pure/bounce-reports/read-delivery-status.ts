import type { Block } from './header-block.ts';
import { addressIn, headerBlocks, wordsIn } from './header-block.ts';
import { judgeRefusal } from './judge-refusal.ts';
import type { Report } from './report.ts';
import { nothing, reportOf } from './report.ts';

const order = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];

/** Reads RFC 3464: blocks of fields, one for the report and one for each recipient. Null when nothing in it says anything. */
export function readDeliveryStatus(content: string): Report | null {
  const blocks = headerBlocks(content).filter((block) => block.has('action') || block.has('status'));
  const [block] = blocks.toSorted((left, right) => rank(left) - rank(right));
  if (!block) return null;
  const action = actionOf(block);
  const words = wordsIn(withoutType(block.get('diagnostic-code')));
  const recipient = addressIn(block.get('original-recipient')) ?? addressIn(block.get('final-recipient'));
  const { status, isPermanent, isAboutAddress } = judgeRefusal(block.get('status') ?? null, words ?? '');
  const found = { status, diagnostic: words ?? wordsIn(block.get('status')), recipient };
  if (action === 'failed') {
    return reportOf('bounce', { ...found, bounceType: isPermanent ? 'Permanent' : 'Transient', isAboutAddress });
  }
  if (action === 'delayed') return reportOf('delay', found);
  return { ...nothing('delivered'), ...found };
}

const rank = (block: Block): number => order.indexOf(actionOf(block));

/** What was done. Some reporters leave the word out; then the class of the status says it. */
function actionOf(block: Block): string {
  const word = /[a-z]+/.exec((block.get('action') ?? '').toLowerCase())?.[0] ?? '';
  if (order.includes(word)) return word;
  const kind = /[245]/.exec(block.get('status') ?? '')?.[0];
  return kind === '4' ? 'delayed' : kind === '2' ? 'delivered' : 'failed';
}

const withoutType = (value: string | undefined): string | undefined => value?.replace(/^\s*[\w-]{1,40}\s*;\s*/, '');
