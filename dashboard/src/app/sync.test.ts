import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refetchShown } from './sync';

it('GU-08: a change refetches what is shown, but no preview of an action, which may just have run', async () => {
  const client = new QueryClient();
  const asked: string[] = [];
  const show = (name: string, meta?: { isActionPreview: true }) =>
    new QueryObserver(client, { queryKey: [name], queryFn: () => asked.push(name), meta }).subscribe(() => {});
  const stops = [show('order'), show('preview of the edit', { isActionPreview: true })];
  await client.refetchQueries();
  asked.length = 0;
  await refetchShown(client);
  expect(asked).toEqual(['order']);
  stops.forEach((stop) => stop());
});
