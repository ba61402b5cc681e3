export type { PreparedTexts, RenderedMail } from './mail-batch.ts';
export type { RenderFailure } from './render-strictly.ts';
export {
  makeRendering,
  makeRenderingThreads,
  type ProjectRendering,
  type Rendering,
  type RenderingThreads,
  renderingFor,
} from './rendering.ts';
export type { TextBatch, TextRendering } from './text-batch.ts';
