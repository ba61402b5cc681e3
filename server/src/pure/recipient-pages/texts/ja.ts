import type { PageTexts } from './texts.ts';

export const ja: PageTexts = {
  language: 'ja',
  unsubscribe: (project) => ({
    title: '配信停止',
    sentence: `ボタンを押すと、${project}からこのアドレスへのニュースレターが届かなくなります。`,
  }),
  unsubscribed: (project) => ({
    title: '配信を停止しました',
    sentence: `${project}からこのアドレスへのニュースレターは今後届きません。`,
  }),
  subscribe: (project) => ({
    title: '購読',
    sentence: `ボタンを押すと、${project}のニュースレターがこのアドレスに届くようになります。`,
  }),
  subscribed: (project) => ({
    title: '購読を開始しました',
    sentence: `${project}のニュースレターをこのアドレスにお届けします。`,
  }),
  manageSubscribed: (project) => ({
    title: '購読中です',
    sentence: `${project}のニュースレターがこのアドレスに届いています。`,
  }),
  manageUnsubscribed: (project) => ({
    title: '購読していません',
    sentence: `${project}のニュースレターはこのアドレスに届きません。`,
  }),
  stillSent: 'ご注文やアカウントに関するお知らせは届く場合があります。',
  changedMind: '気が変わりましたか？',
  unsubscribeButton: '配信を停止する',
  subscribeButton: '購読する',
  subscribeAgainButton: 'もう一度購読する',
  yourAddress: 'あなたのアドレス',
  viewMail: 'メールをブラウザで見る',
  incomplete: {
    title: 'リンクが不完全です',
    sentence:
      'メールからもう一度開くか、全体をコピーしてください。それでも開けない場合は、メールに返信して送信者にご連絡ください。',
  },
  gone: (project) => ({
    title: '必要な手続きはありません',
    sentence:
      project === null
        ? 'あなたのアドレスはもう保存されていません。'
        : `${project}はあなたのアドレスをもう保存していません。`,
  }),
  expired: {
    title: 'このメールはもう表示できません',
    sentence: 'メールをオンラインで表示できる期間は限られています。受信箱のメールは引き続きご覧いただけます。',
  },
  notUnderstood: {
    title: '変更はありません',
    sentence: '選択内容を確認できませんでした。戻ってもう一度お試しください。',
  },
  tooMany: { title: '試行回数が多すぎます', sentence: '1分ほど待ってからもう一度お試しください。' },
  failed: {
    title: 'もう一度お試しください',
    sentence: 'こちらで問題が発生しました。1分ほど待ってから、もう一度お試しください。',
  },
  leaving: (host) => ({
    title: '移動する前に',
    sentence: `このリンクは${host}に移動します。送信者のアカウントは現在有効ではありません。ご存じのページの場合のみお進みください。`,
  }),
  continueButton: (host) => `${host}に進む`,
};
