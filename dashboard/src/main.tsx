import '@mantine/core/styles.layer.css';
import './shared/ui/global.css';
import { App } from './app/app';
import { mount } from './app/mount';
import { addFonts } from './shared/ui/fonts';

addFonts();
mount(<App />);
