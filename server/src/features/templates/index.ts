export { templates } from './feature.ts';
export { findTemplate } from './queries.ts';
export { TemplateNotFound } from './refusals.ts';
export { SenderName, Subject } from './shapes.ts';
export type { Template, TemplateId } from './template.ts';
