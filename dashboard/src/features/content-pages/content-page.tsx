import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { DetailPage } from '@/shared/ui/page';
import { contentPages, policyTextQuery, type Policy } from './content-pages.api';
import { ContentPageForm } from './form/content-page-form';
import { blankPage, copyOf, fromPolicyText } from './form/values';

/** ST-08: a new page, empty, a copy of another, or the text of a policy to begin from. */
export function AddContentPage() {
  const { from, policy } = useSearch({ from: '/settings/store/pages/new' });
  if (policy) return <PolicyPage key={policy} policy={policy} />;
  return from ? <CopyPage key={from} from={from} /> : <ContentPageForm key="new" start={blankPage()} record="new" />;
}

function CopyPage({ from }: { from: string }) {
  const query = useQuery(contentPages.findQuery(from));
  return (
    <DetailPage isFullPage query={query}>
      {(page) => <ContentPageForm start={copyOf(page)} record={`new-${from}`} />}
    </DetailPage>
  );
}

function PolicyPage({ policy }: { policy: Policy }) {
  const query = useQuery(policyTextQuery(policy));
  return (
    <DetailPage isFullPage query={query}>
      {(text) => <ContentPageForm start={fromPolicyText(text)} record={`new-${policy}`} />}
    </DetailPage>
  );
}

export function EditContentPage() {
  const { id } = useParams({ from: '/settings/store/pages/$id' });
  const query = useQuery(contentPages.findQuery(id));
  return (
    <DetailPage isFullPage query={query}>
      {(page) => <ContentPageForm key={page.id} page={page} record={page.id} />}
    </DetailPage>
  );
}
