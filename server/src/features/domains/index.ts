export { type DkimKey, dkimKeyFor, SigningKeyUnreadable } from './dkim-key-for.ts';
export type { DomainId } from './domain.ts';
export { trackingDomain } from './expected-records.ts';
export { domains } from './feature.ts';
export { DomainLost, DomainRemoved, DomainVerified } from './news.ts';
export { domainNames } from './queries.ts';
export { projectOfDomain, receivingProject } from './receiving-project.ts';
export { DmarcRequired, DomainNotVerified } from './refusals.ts';
export { isVerifiedNow, requireDmarc, requireVerifiedSender } from './require-verified-sender.ts';
