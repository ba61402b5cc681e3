export { fillText } from './fill-text.ts';
export { findTranslation } from './find-translation.ts';
