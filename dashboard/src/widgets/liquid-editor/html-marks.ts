import { syntaxTree } from '@codemirror/language';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const mark = (name: string) => Decoration.mark({ class: name });
const bracket = mark('tk-p');
const value = mark('tk-s');

/** Parts of the HTML grammar and the classes of the look. */
const marks: Readonly<Record<string, Decoration>> = {
  TagName: mark('tk-k'),
  AttributeName: mark('tk-a'),
  AttributeValue: value,
  UnquotedAttributeValue: value,
  StartTag: bracket,
  StartCloseTag: bracket,
  EndTag: bracket,
  SelfClosingEndTag: bracket,
  DoctypeDecl: bracket,
  Comment: mark('tk-c'),
};

function marksOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const found = marks[node.name];
        if (found && node.to > node.from) builder.add(node.from, node.to, found);
      },
    });
  }
  return builder.finish();
}

/** Colours HTML with classes instead of colours, so that the theme is that of the page. */
export const markHtml: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = marksOf(view);
    }
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = marksOf(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
