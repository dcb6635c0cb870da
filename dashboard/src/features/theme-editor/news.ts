import type { ToFrame } from './frame-bridge';
import { changedSettings, redrawnBy } from './look-tokens';
import { sectionsOf } from './steps';
import type { ThemePage } from './theme-editor.api';

const idsOf = (page: ThemePage) => page.sortableSections.map(({ id }) => id);

/** What the frame must draw after somebody else changed the page. */
export function newsOf(before: ThemePage, after: ThemePage): ToFrame[] {
  const [was, now] = [idsOf(before), idsOf(after)];
  const added = now.find((id) => !was.includes(id));
  const deleted = was.find((id) => !now.includes(id));
  const moved = now.find((id, at) => id !== was[at]);
  // Each of them loads the whole page.
  if (added) return [{ type: 'sectionAdded', id: added }];
  if (deleted) return [{ type: 'sectionDeleted', id: deleted }];
  if (moved) return [{ type: 'sectionUpdated', id: moved, page: true }];
  const old = sectionsOf(before);
  return sectionsOf(after).flatMap((section): ToFrame[] => {
    const known = old.find(({ id }) => id === section.id);
    if (!known || known.version === section.version) return [];
    const { id, is_active } = section;
    const isToggled = known.is_active !== is_active;
    return [
      {
        type: 'sectionUpdated',
        id,
        ...redrawnBy(section, changedSettings(known.settings, section.settings)),
        ...(isToggled && { page: true }),
      },
    ];
  });
}
