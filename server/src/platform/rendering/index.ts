export type { PreparedTexts, RenderedMail } from './mail-batch.ts';
export type { RenderFailure } from './render-strictly.ts';
export { makeRendering, type ProjectRendering, type Rendering, renderingFor } from './rendering.ts';
export type { TextBatch, TextRendering } from './text-batch.ts';
