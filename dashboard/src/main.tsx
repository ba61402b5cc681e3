import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import './look/index.css';
import { styleNonce } from './look/style-nonce.ts';
import { followLinks } from './navigation/follow-links.ts';
import { router } from './navigation/router.tsx';
import { ToastsProvider } from './widgets/toasts/toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with id root');

followLinks(router);
createRoot(root).render(
  <StrictMode>
    <CSPProvider nonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <ToastsProvider>
          <RouterProvider router={router} />
        </ToastsProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
