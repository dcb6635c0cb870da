import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { DetailPage } from '@/shared/ui/page';
import { MenuEditorPage } from './menu-editor';
import { menus } from './menus.api';

/** ST-07: the editor of one menu. */
export function MenuPage() {
  const { menu: id } = useParams({ from: '/menus/$menu' });
  // What its links lead to changes on other pages: the editor never begins with what an earlier visit has read.
  const query = useQuery({ ...menus.findQuery(id), gcTime: 0 });
  return (
    <DetailPage isFullPage query={query}>
      {(menu) => <MenuEditorPage key={menu.id} menu={menu} />}
    </DetailPage>
  );
}
