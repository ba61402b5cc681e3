export { type FooterFacts, withFooter } from './footer.ts';
