export { dkimRecord, holdsDkimKey } from './dkim.ts';
export {
  type DmarcPolicy,
  type DmarcRecord,
  type DmarcStep,
  dmarcPolicy,
  dmarcWalk,
  endsWalk,
  readDmarc,
} from './dmarc.ts';
export { isSameHost, plainHost } from './host-name.ts';
export { holdsMechanisms, mostSpfLookUps, spfLookUps, spfRecords } from './spf.ts';
