export { dkimRecord, holdsDkimKey } from './dkim.ts';
export { type DmarcPolicy, type DmarcStep, dmarcPolicy, dmarcWalk, endsWalk, readDmarc } from './dmarc.ts';
export { isSameHost } from './host-name.ts';
export { holdsMechanisms, maxSpfLookUps, spfLookUps, spfRecords } from './spf.ts';
