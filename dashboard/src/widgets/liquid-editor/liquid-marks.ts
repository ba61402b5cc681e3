import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

// Why not by the parser: names with spaces and `??` are ours, and no grammar for the editor knows them.
const braces = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}|\{\{[^{}]*$|\{%[^{}]*$/g,
  decoration: Decoration.mark({ class: 'tk-l' }),
});

/** Everything between `{{ }}` or `{% %}` has one colour, in a text, in an attribute and in a tag. */
export const markLiquid = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = braces.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = braces.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
