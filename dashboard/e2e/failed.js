// A reporter of the test runner: prints the stories with a failure, one per line.
import { basename } from 'node:path';

/** The story of a failed test; the last test of each is declared in the harness and has the story's file in its title. */
const storyOf = ({ name, file }) => / of (\S+\.e2e\.js) /.exec(name)?.[1] ?? basename(file);

export default async function* failed(events) {
  const stories = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) stories.add(storyOf(data));
  yield [...stories].map((story) => `${story}\n`).join('');
}
