// A reporter of the test runner: prints the stories with a failure, one per line.
import { basename } from 'node:path';

export default async function* failed(events) {
  const stories = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) stories.add(basename(data.file));
  yield [...stories].map((story) => `${story}\n`).join('');
}
