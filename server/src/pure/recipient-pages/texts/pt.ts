import type { PageTexts } from './texts.ts';

export const pt: PageTexts = {
  language: 'pt',
  unsubscribe: (project) => ({
    title: 'Cancelar subscrição',
    sentence: `Prima o botão e ${project} deixará de enviar boletins para este endereço.`,
  }),
  unsubscribed: (project) => ({
    title: 'Subscrição cancelada',
    sentence: `${project} deixará de enviar boletins para este endereço.`,
  }),
  subscribe: (project) => ({
    title: 'Subscrever',
    sentence: `Prima o botão para receber os boletins de ${project} neste endereço.`,
  }),
  subscribed: (project) => ({
    title: 'Subscrição ativa',
    sentence: `${project} enviará os seus boletins para este endereço.`,
  }),
  manageSubscribed: (project) => ({
    title: 'Subscrição ativa',
    sentence: `Recebe os boletins de ${project} neste endereço.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'Sem subscrição',
    sentence: `Não recebe os boletins de ${project} neste endereço.`,
  }),
  stillSent: 'Ainda podem chegar mensagens sobre uma encomenda ou a sua conta.',
  changedMind: 'Mudou de ideias?',
  unsubscribeButton: 'Cancelar subscrição',
  subscribeButton: 'Subscrever',
  subscribeAgainButton: 'Subscrever de novo',
  yourAddress: 'O seu endereço',
  viewMail: 'Ver o e-mail no navegador',
  incomplete: {
    title: 'Esta ligação está incompleta',
    sentence:
      'Abra-a de novo a partir do e-mail ou copie-a inteira. Se mesmo assim não funcionar, responda ao e-mail para falar com o remetente.',
  },
  gone: (project) => ({
    title: 'Não há mais nada a fazer',
    sentence:
      project === null ? 'O seu endereço já não está guardado aqui.' : `${project} já não guarda o seu endereço.`,
  }),
  expired: {
    title: 'Este e-mail já não está aqui',
    sentence: 'Os e-mails podem ser vistos online por tempo limitado. Continua a tê-lo na sua caixa de correio.',
  },
  notUnderstood: {
    title: 'Nada foi alterado',
    sentence: 'Essa escolha não foi compreendida. Volte atrás e tente de novo.',
  },
  tooMany: { title: 'Demasiadas tentativas', sentence: 'Aguarde um minuto e tente de novo.' },
  failed: { title: 'Tente de novo', sentence: 'Algo correu mal do nosso lado. Aguarde um minuto e volte a tentar.' },
  leaving: (host) => ({
    title: 'Antes de continuar',
    sentence: `Esta ligação leva a ${host}. A conta do remetente não está ativa neste momento. Continue apenas se conhecer a página.`,
  }),
  continueButton: (host) => `Continuar para ${host}`,
};
