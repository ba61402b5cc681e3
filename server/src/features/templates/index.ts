export { templates } from './feature.ts';
export { TemplateDeleted } from './news.ts';
export { findTemplate, holdTemplate } from './queries.ts';
export { readTexts } from './read-texts.ts';
export { TemplateNotFound, TextsInvalid } from './refusals.ts';
export { Body, maxSubjectLength, SenderName, Subject } from './shapes.ts';
export { type Template, type TemplateId, type TemplateType, templateTypes } from './template.ts';
