export { checkTexts } from './check-texts.ts';
export { templates } from './feature.ts';
export { previewLinks, sampleContact } from './preview-template.ts';
export { findTemplate, findTemplates, requireTemplate } from './queries.ts';
export { TemplateNotFound, TextsInvalid } from './refusals.ts';
export { Body, SenderName, Subject } from './shapes.ts';
export { copyName, type Template, type TemplateId } from './template.ts';
