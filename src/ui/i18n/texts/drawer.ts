import type { Texts } from './types.js';

/** The interface where it lies over a host application. */
export const DRAWER = {
  'drawer.callOne': ['1 call running', '1 个调用正在运行', '1 個呼叫正在執行'],
  'drawer.calls': ['{count} calls running', '{count} 个调用正在运行', '{count} 個呼叫正在執行'],
  'drawer.callNone': ['No call is running', '没有正在运行的调用', '沒有正在執行的呼叫'],
  'page.toList': ['Back to plugins', '返回插件列表', '返回外掛清單'],
  'erase.open': ['Remove everything…', '清空全部……', '清空全部……'],
  'erase.title': [
    'Delete everything Bulkhead has stored here?',
    '要删除 Bulkhead 在这里保存的一切吗？',
    '要刪除 Bulkhead 在這裡儲存的一切嗎？',
  ],
  'erase.what': ['What will be deleted:', '将会删除：', '將會刪除：'],
  'erase.plugins': [
    'all plugins, with everything they have stored',
    '所有插件，以及它们保存的全部数据',
    '所有外掛，以及它們儲存的全部資料',
  ],
  'erase.grants': [
    'everything you have allowed, and all secrets',
    '你给出的所有许可，以及所有密钥',
    '你給出的所有許可，以及所有金鑰',
  ],
  'erase.log': ['the log of what plugins have done', '插件的活动日志', '外掛的活動記錄'],
  'erase.final': ['This cannot be undone.', '删除后无法恢复。', '刪除後無法復原。'],
  'erase.yes': ['Delete everything', '全部删除', '全部刪除'],
  'erase.no': ['Keep everything', '全部保留', '全部保留'],
  'erase.noEnter': [
    'Enter does not delete. Press Space on the button.',
    '按 Enter 键不会删除。请在按钮上按空格键。',
    '按 Enter 鍵不會刪除。請在按鈕上按空白鍵。',
  ],
  'offers.title': ['Tools the model may call', '模型可以调用的工具', '模型可以呼叫的工具'],
  'offers.none': ['No tool yet', '还没有工具', '還沒有工具'],
  'offers.teach': [
    'Tools of plugins that are on appear here. The model sees only those you switch on.',
    '已开启的插件的工具会列在这里。模型只能看到你开启的那些。',
    '已開啟的外掛的工具會列在這裡。模型只能看到你開啟的那些。',
  ],
  'bridges.title': ['Tools of this application', '此应用的工具', '此應用程式的工具'],
  'bridges.used': ['{count} of {all} used', '已启用 {count} 个，共 {all} 个', '已啟用 {count} 個，共 {all} 個'],
  'bridges.teach': [
    'Plugins and orchestrations can call these, too. Choose what each one does:',
    '插件和编排也可以调用它们。请选择每个工具的作用：',
    '外掛和編排也可以呼叫它們。請選擇每個工具的作用：',
  ],
  'bridges.none': [
    'This application has no function tools yet. Tools of its other extensions appear here.',
    '此应用还没有函数工具。其他扩展添加的工具会出现在这里。',
    '此應用程式還沒有函式工具。其他擴充功能加入的工具會出現在這裡。',
  ],
  'bridges.unused': ['not used', '不使用', '不使用'],
  'bridges.read': ['reads', '只读取', '只讀取'],
  'bridges.write': ['writes', '会更改', '會更改'],
  'bridges.unusedTeach': ['nothing here can call it.', '这里不会调用它。', '這裡不會呼叫它。'],
  'bridges.readTeach': [
    'it only looks something up. Simulations run it for real.',
    '只查询，不改动。模拟时会真实运行。',
    '只查詢，不更動。模擬時會真實執行。',
  ],
  'bridges.writeTeach': [
    'it changes something. Simulations skip it. If unsure, choose this.',
    '会改动某些内容，模拟时不运行。拿不准就选这项。',
    '會更動某些內容，模擬時不執行。拿不準就選這項。',
  ],
  'bridges.mode': ['What {name} does', '{name} 的作用', '{name} 的作用'],
  'bridges.missing': [
    'Not available: the extension it came from is off.',
    '不可用：提供它的扩展未启用。',
    '無法使用：提供它的擴充功能未啟用。',
  ],
} satisfies Texts;
